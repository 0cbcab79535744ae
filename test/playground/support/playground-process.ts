/** A playground in a process of its own, for whoever wants to kill it: `node THIS PAGE_FOLDER DATA_FOLDER PORT`. */
import { startPlayground } from "../../../playground/server/start-playground.ts";

const [pageFolder = "", dataFolder = "", port = "0"] = process.argv.slice(2);
const playground = await startPlayground({
  port: Number(port),
  mayMove: false,
  pageFolder,
  dataFolder,
  version: "1.2.3",
  environment: {},
  paceMs: 40,
});
process.send?.(playground.url);
