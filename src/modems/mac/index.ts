import type { Definition } from "../../library/index.ts";
import { alohaDefinitions } from "./aloha.ts";
import { mac } from "./mac.ts";

export * from "./mac.ts";

export const macDefinitions: readonly Definition[] = [mac, ...alohaDefinitions];
