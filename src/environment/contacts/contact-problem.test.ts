import { expect, test } from "vitest";
import { boxMass, inverseOf, motion, touch } from "../test/contact-bodies.ts";
import { ContactProblem, WORLD } from "./contact-problem.ts";

const g = 9.81;
test("stack", () => {
  const p = new ContactProblem();
  const Mi = inverseOf(boxMass(2, 1, 0.6, 0.4));
  for (let n = 0; n < 3; n++) p.addBody(motion([0, 0, -0.2 - 0.4 * n]), 0, Mi, 0);
  for (let n = 0; n < 3; n++) {
    for (const x of [-0.5, 0.5]) for (const y of [-0.3, 0.3]) touch(p, n, n - 1, [x, y, -0.4 * n], [0, 0, -1], 0.5, 0.3);
    p.setAcceleration(n, Float64Array.of(0, 0, g, 0, 0, 0), 0);
  }
  console.log(p.forces(Float64Array.of(1e-3)), p.iterations, p.residual);
  const f = new Float64Array(6);
  for (let c = 0; c < 12; c++) { p.forceInto(f, 0, c); console.log(c, f.slice(0, 3)); }
  for (let n = 0; n < 3; n++) { p.nextInto(f, 0, n); console.log(f.map(x=>x/1e-3)); p.wrenchInto(f,0,n); console.log(f); }
  console.log(p.forces(Float64Array.of(1e-3)), p.iterations, p.residual);
});
test("box drop & incline & slide", () => {
  const p = new ContactProblem();
  const Mi = inverseOf(boxMass(2, 1, 0.6, 0.4));
  p.addBody(motion([0, 0, -0.2],[0,0,0],[0.3,0.1,2,0,0,0]), 0, Mi, 0);
  for (const x of [-0.5, 0.5]) for (const y of [-0.3, 0.3]) touch(p, 0, WORLD, [x, y, 0], [0, 0, -1], 0, 0.5);
  console.log(p.impact(), p.iterations, p.residual);
  const f = new Float64Array(6);
  p.velocityInto(f,0,0); console.log(f);
  for (const mu of [0.2,0.8,0.577,0.578]) {
  const s=new ContactProblem();
  s.addBody(motion([0, 0, -0.2],[0,0,0],[0,0,0,0,0,0]), 0, Mi, 0);
  for (const x of [-0.5, 0.5]) for (const y of [-0.3, 0.3]) touch(s, 0, WORLD, [x, y, 0], [0, 0, -1], mu, 0.5);
  s.setAcceleration(0, Float64Array.of(g*0.5, 0, g*Math.sqrt(3)/2, 0, 0, 0), 0);
  console.log(mu, s.forces(Float64Array.of(1e-3)), s.iterations, s.residual);
  s.nextInto(f,0,0); console.log(f.map(x=>x/1e-3));
  for (let c=0;c<4;c++){s.forceInto(f,0,c);console.log(f.slice(0,3))}
  const t=process.hrtime.bigint(); const h=Float64Array.of(1e-3)
  for(let i=0;i<1e5;i++) s.forces(h);
  console.log(Number(process.hrtime.bigint()-t)/1e5/1e3,"us", s.iterations);
  }
});
