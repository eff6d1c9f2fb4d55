/** The vehicles that ship without their equipment, for what measures bodies and laws and not sensors. */
import type { SourceReader } from "../src/library/index.ts";

/** The text of a vehicle's file without its sensors and its navigation: the body alone. */
export function withoutEquipment(text: string): string {
  return text
    .replace(/<sensor\b[^>]*\/>/g, "")
    .replace(/<sensor\b[^>]*[^/]>[\s\S]*?<\/sensor>/g, "")
    .replace(/<navigation\b[^>]*\/>/g, "");
}

/** Shipped vehicles are read as bare bodies. */
export function bareBodies(reader: SourceReader): SourceReader {
  return {
    ...reader,
    read(file) {
      const source = reader.read(file);
      return "text" in source && /components\/vehicles\/[^/]*$/.test(file)
        ? { text: withoutEquipment(source.text) }
        : source;
    },
  };
}
