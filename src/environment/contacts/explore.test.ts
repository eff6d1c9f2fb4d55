import { expect, test } from "vitest";
import { diagonal, inverseOf, motion, numbers, positiveDefinite, touch } from "../test/contact-bodies.ts";
import { ContactProblem, WORLD } from "./contact-problem.ts";

test("random", () => {
  const p = new ContactProblem();
  let bad = 0, worstRes=0, worstIt=0, gain=-1, approach=0, badF=0, itF=0; let sumIt=0;
  const hist: Record<string,number>={};
  const N=3000;
  for (let seed = 1; seed <= N; seed++) {
    const d = numbers(seed);
    p.clear();
    const nb = 1 + Math.floor(3*Math.abs(d())), nc = 1 + Math.floor(8*Math.abs(d()));
    const Ms: Float64Array[] = [];
    const full = d() > 0;
    for (let b = 0; b < nb; b++) {
      const mass = 10 ** (2*d());
      const M = full ? positiveDefinite(6, d, 0.1).map(x=>x*mass) : diagonal(mass,mass,mass,mass*0.1*(1.2+d()),mass*0.1*(1.2+d()),mass*.1*(1.2+d()));
      Ms.push(M);
      p.addBody(motion([d(),d(),d()],[d(),d(),d()],[d(),d(),d(),d(),d(),d()]),0,inverseOf(M),0);
      p.setAcceleration(b, Float64Array.of(5*d(),5*d(),9*d(),d(),d(),d()),0);
    }
    const mu = Math.abs(d())*(seed%3), e = Math.abs(d());
    for (let c = 0; c < nc; c++) {
      const n=[d(),d(),d()]; const l=Math.hypot(...n);
      const a=Math.floor(nb*0.4999*(1+d()));
      let b=-1+Math.floor((nb+1)*0.4999*(1+d())); if(b===a)b=-1;
      touch(p,a,b,[d(),d(),d()],n.map(x=>x/l),mu,e);
    }
    const V=new Float64Array(6);
    const E=()=>{let s=0;for(let b=0;b<nb;b++){p.velocityInto(V,0,b);for(let i=0;i<6;i++)for(let j=0;j<6;j++)s+=0.5*V[i]!*Ms[b]![6*i+j]!*V[j]!;}return s;};
    const E0=E();
    if(!p.forces(Float64Array.of(0.01))){badF++;}
    itF=Math.max(itF,p.iterations);
    const ok=p.impact();
    if(!ok){bad++; if(bad<10)console.log(seed,nb,nc,mu,e,full,p.residual,p.iterations);}
    worstRes=Math.max(worstRes,p.residual);worstIt=Math.max(worstIt,p.iterations);sumIt+=p.iterations;
    gain=Math.max(gain,(E()-E0)/E0);
    for(let c=0;c<nc;c++){p.relativeVelocityInto(V,0,c);approach=Math.min(approach,V[2]!);}
  }
  console.log({bad,worstRes,worstIt,mean:sumIt/N,gain,approach,badF,itF});
});
