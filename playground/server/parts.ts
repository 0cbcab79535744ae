import { systemClock } from "rollcall";
import { sqliteLedger } from "rollcall/sqlite";
import { createTools } from "./assistant/tools.ts";
import { createBusiness } from "./data/business.ts";
import { clearRows, openDatabase } from "./data/database.ts";
import { loseOpenRuns, openTurnBook } from "./data/turn-book.ts";
import { type AppParts, createApp } from "./http/app.ts";
import { createNews } from "./http/news.ts";
import { readState } from "./http/read-state.ts";
import { createTurnDesk, type TurnDesk, type TurnDeskOptions } from "./turns/turn-desk.ts";

/** @see createParts */
export interface PartsOptions {
  readonly databasePath: string;
  readonly page: AppParts["page"];
  readonly version: string;
  readonly models: TurnDeskOptions["models"];
}

/** The application, and what is to be closed behind it. */
export interface Parts {
  readonly answer: (request: Request) => Response | Promise<Response>;
  readonly desk: TurnDesk;
  /** Ends what would go on for as long as a page is open. */
  endNews(): void;
  close(): Promise<void>;
}

/** Puts the playground together, but for its sockets. */
export function createParts({ databasePath, page, version, models }: PartsOptions): Parts {
  const database = openDatabase(databasePath);
  loseOpenRuns(database);
  const ledger = sqliteLedger(databasePath);
  const business = createBusiness(database);
  const news = createNews();
  const { environment } = models;
  const clock = systemClock;
  const book = openTurnBook(database);
  const toolsFor: TurnDeskOptions["toolsFor"] = ({ fault }) => createTools(business, fault);
  const desk = createTurnDesk({ book, toolsFor, ledger, clock, models, databasePath, onChange: () => news.bump() });
  const app = createApp({
    desk,
    news,
    clock,
    environment,
    page,
    readState: () => readState({ version, environment, news, desk, business, ledger }),
    reset: () => clearRows(database),
  });
  return {
    answer: app.fetch,
    desk,
    endNews: () => news.end(),
    async close() {
      await ledger.close();
      database.close();
    },
  };
}
