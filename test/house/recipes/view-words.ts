import { english, type Words } from "rollcall/view";

/** English, in the tone of this house. A language of its own writes out every key. */
export const plain: Words = {
  ...english,
  aTool: "something",
  results: { ...english.results, inDoubt: "may have happened (please check)" },
};
