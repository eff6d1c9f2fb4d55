/**
 * What passes between a device and the supply that it is mounted on. It stands here since all that is mounted on vehicles, sensors and
 * modems and computers, may import this room.
 */
import { defineMessage } from "../engine/index.ts";

/** What a thing of a vehicle draws from its battery from now on. It is sent when it changes, and at the start. */
export const powerDraw = defineMessage("powerDraw", "what a device draws from the battery of its vehicle", {
  power_W: 1,
});

/** Whether the battery of a vehicle gives power (1) or has cut off (0). It is sent when that changes. */
export const powerState = defineMessage("powerState", "whether the battery of a vehicle gives power (1) or not (0)", {
  powered: 1,
});
