import { isJsonObject } from "../json-value.ts";
import { UsageError } from "../usage-error.ts";

/** Loads an SDK, which Rollcall itself does not bring. @throws UsageError that says which package to install */
export async function loadSdk<Sdk>(packageName: string, load: () => Promise<Sdk>): Promise<Sdk> {
  try {
    return await load();
  } catch (error) {
    if (!isJsonObject(error) || error["code"] !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UsageError(
      `the package ${packageName} is missing; the tour needs it: npm install @anthropic-ai/sdk openai`,
      {
        cause: error,
      },
    );
  }
}
