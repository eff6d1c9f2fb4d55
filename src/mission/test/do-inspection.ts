/**
 * The listing of DoInspection in [Simon1996, section 5], its brackets repaired. In print the first branch lacks the semicolon
 * before its last `do` and before `emit InspectionOK`, its bracket closes too early, the second branch stands outside the PAR,
 * and `emit BaseStabilized` is one word. Pa10SafeMoveJS and Pa10SafeMoveJs are both in print.
 */
export const doInspection = `PAR{
SEQ(do
  Pa10BrakesOn
  until BaseStabilized;
  repeat 2 times
  Pa10SafeMoveJS;
  Pa10SafeMoveSe3;
end repeat;
do
  Pa10SafeMoveJs
  until ParkingPositionReached;
  emit InspectionOK
);
SEQ(do
  loop
  BaseSearchTarget;
  emit BaseStabilized;
  KeepStableBase;
end loop
until (InspectionOK)
);
}`;
