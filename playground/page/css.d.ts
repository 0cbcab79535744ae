// Vite takes stylesheets by their import; there is nothing in them for the type checker.
declare module "*.css";
