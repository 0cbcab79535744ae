import type { Plugin } from "vite";

import { plantedBugs } from "./list.ts";
import { NO_BUG, plant } from "./planted-bug.ts";

/** A Vite plugin that puts one planted bug into the sources as the tests load them; none where no name is given. */
export function plantBug(name: string | undefined): readonly Plugin[] {
  if (name === undefined || name === "" || name === NO_BUG) return [];
  const bug = plantedBugs.find((each) => each.name === name);
  if (bug === undefined) throw new Error(`there is no planted bug ${name}`);
  return [
    {
      name: "planted-bug",
      enforce: "pre",
      transform: (code, id) => (id.split("?")[0]?.endsWith(`/${bug.file}`) === true ? plant(bug, code) : null),
    },
  ];
}
