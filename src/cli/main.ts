#!/usr/bin/env node
import { processPorts } from "./process-ports.ts";
import { runCli } from "./run-cli.ts";

// Setting the code, instead of leaving at once, lets what was printed reach its reader.
process.exitCode = await runCli(process.argv.slice(2), processPorts());
