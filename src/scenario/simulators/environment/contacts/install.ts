/** Contacts as an actor of the environment: one, for all bodies, with ports to and from each. */
import { type InPort, PHASE } from "../../../../engine/index.ts";
import { contactQuestion, correction, freeSpace } from "../../../../environment/index.ts";
import { contactState } from "../../../../vehicles/index.ts";
import { FEW, PORTS } from "../../routes.ts";
import type { Site } from "../../site.ts";
import { MEMORY_SIZE } from "./body-memory.ts";
import { ContactDesk } from "./contact-desk.ts";
import { ContactLog } from "./contact-log.ts";
import { FreeSpaces } from "./free-spaces.ts";
import type { DeskPorts } from "./gathering.ts";

export function installContacts(site: Site): void {
  const { builder, scenario } = site;
  const { contacts } = scenario;
  if (contacts === null) return;
  const count = contacts.bodies.length;
  const at = builder.layout.reals("environment/contacts", MEMORY_SIZE * count, ContactDesk.initial(count));
  let desk: ContactDesk;
  const actor = builder.addActor({
    path: "environment/contacts",
    handle: (moment) => desk.handle(moment),
  });
  const wake = { actor, phase: PHASE.correct };
  const ports = scenario.vehicles.map(({ name }, i): (DeskPorts & { spaces: ReturnType<typeof spacesOf> }) | null => {
    if (contacts.bodies[i] === null) return null;
    const path = PORTS.contactOf(name);
    return {
      states: site.in(path, contactState, { capacity: FEW, wake }) as InPort<typeof contactState.fields>,
      questions: site.out(path, contactQuestion, PHASE.correct),
      corrections: site.out(path, correction, PHASE.correct),
      spaces: spacesOf(site, path),
    };
  });
  const spaces = new FreeSpaces(
    contacts,
    at,
    ports.map((port) => port?.spaces ?? null),
  );
  desk = new ContactDesk(contacts, at, ports, new ContactLog(site, contacts, at), spaces);
}

function spacesOf(site: Site, path: string) {
  return site.out(path, freeSpace, PHASE.correct);
}
