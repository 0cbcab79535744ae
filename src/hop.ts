/**
 * From the server to the page: a turn as server-sent events, and the page's side of it. Both run wherever there is a `Response`.
 *
 * @module
 */
export { createHop, type Hop, type HopOptions, type Hosting } from "./view/hop/create-hop.ts";
export { hopResponse, type HopResponseOptions } from "./view/hop/hop-response.ts";
export { followHop, type FollowHopOptions, type HopEnding, type OpenHop } from "./view/hop/follow-hop.ts";
