/**
 * The communications of a world: the devices by which vehicles talk. No kind of device ships yet; things of a user's own join here,
 * and what an extension installs reaches controllers and the environment by the routes that the extension adds.
 */
import type { Site } from "../site.ts";
import { joinThings } from "../things.ts";

export function installCommunications(site: Site): void {
  joinThings(site, "communications");
}
