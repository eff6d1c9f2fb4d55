/**
 * The communications of a world: the devices by which vehicles talk. No kind of device ships yet; what an extension installs
 * here reaches controllers and the environment by the routes that the extension adds.
 */
import type { Site } from "../site.ts";

export function installCommunications(_site: Site): void {}
