/** Places on the plan view: position set-points as crosses, events as small diamonds with their texts. */
import type { DisplayMark } from "../display.ts";
import type { Mapping } from "./edges.ts";
import type { Labels } from "./labels.ts";
import { theme } from "./theme.ts";

export function drawMark(g: CanvasRenderingContext2D, f: Mapping, mark: DisplayMark): void {
  const [x, y] = [f.toX(mark.east_m), f.toY(mark.north_m)];
  g.strokeStyle = theme().ink;
  g.lineWidth = 1.25;
  g.beginPath();
  if (mark.kind === "setpoint") {
    g.moveTo(x - 9, y);
    g.lineTo(x + 9, y);
    g.moveTo(x, y - 9);
    g.lineTo(x, y + 9);
  } else {
    g.fillStyle = theme().panel;
    g.moveTo(x, y - 4);
    g.lineTo(x + 4, y);
    g.lineTo(x, y + 4);
    g.lineTo(x - 4, y);
    g.closePath();
    g.fill();
  }
  g.stroke();
}

/** Events that happened at one place share a text. */
export function nameEvents(f: Mapping, marks: readonly DisplayMark[], labels: Labels): void {
  const places: { x: number; y: number; texts: string[] }[] = [];
  for (const { kind, text, east_m, north_m } of marks) {
    if (kind !== "event" || text === undefined) continue;
    const [x, y] = [f.toX(east_m), f.toY(north_m)];
    const near = places.find((place) => Math.hypot(place.x - x, place.y - y) < 6);
    if (near === undefined) places.push({ x, y, texts: [text] });
    else if (!near.texts.includes(text)) near.texts.push(text);
  }
  for (const { x, y } of places) labels.keepFree(x, y, 4);
  for (const { x, y, texts } of places) {
    const [first = "", ...others] = texts;
    labels.beside(others.length === 0 ? first : `${first} +${others.length}`, x, y, 7, theme().soft);
  }
}
