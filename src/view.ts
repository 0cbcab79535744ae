export { callLine, endingLine } from "./view/wording.ts";
