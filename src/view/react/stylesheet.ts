// What `rollcall/react.css` exports, for the type checker of an application that imports it: nothing.
// oxlint-disable-next-line unicorn/require-module-specifiers -- that there is nothing is what it says
export {};
