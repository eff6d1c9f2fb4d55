/*
 * The equations of src/vehicles/fossen-hull.ts and vehicle-system.ts in plain C, for comparison of speed: one vehicle,
 * full 6x6 added mass and damping, uniform current, submerged, RK4. Prints nanoseconds of
 * CPU time per step and the final state.
 *
 *   cc -O3 -o vehicle vehicle.c -lm && ./vehicle STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 13 };

static const double mass = 1862.87, volume = 1.83826, density = 1028, gravity = 9.81, h = 0.01;
static const double cg[3] = {0.01, 0.02, 0.03}, cb[3] = {0, 0, -0.3};
static const double current[3] = {0.3, -0.2, 0.1};
static double Io[3][3], MA[6][6], DL[6][6], DQ[6][6], Minv[6][6];

static void cross(double out[3], const double a[3], const double b[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static void derivatives(double dx[SIZE], const double x[SIZE]) {
  const double w = x[3], a = x[4], b = x[5], c = x[6];
  const double R[3][3] = {{1 - 2 * (b * b + c * c), 2 * (a * b - c * w), 2 * (a * c + b * w)},
                          {2 * (a * b + c * w), 1 - 2 * (a * a + c * c), 2 * (b * c - a * w)},
                          {2 * (a * c - b * w), 2 * (b * c + a * w), 1 - 2 * (a * a + b * b)}};
  const double *v = x + 7, *om = x + 10;
  for (int i = 0; i < 3; i++) dx[i] = R[i][0] * v[0] + R[i][1] * v[1] + R[i][2] * v[2];
  dx[3] = -0.5 * (a * om[0] + b * om[1] + c * om[2]);
  dx[4] = 0.5 * (w * om[0] + b * om[2] - c * om[1]);
  dx[5] = 0.5 * (w * om[1] + c * om[0] - a * om[2]);
  dx[6] = 0.5 * (w * om[2] + a * om[1] - b * om[0]);

  /* Velocity relative to the water, and the rate of the current as the body sees it. */
  double vc[3], rate[3], nu[6];
  for (int i = 0; i < 3; i++) vc[i] = R[0][i] * current[0] + R[1][i] * current[1] + R[2][i] * current[2];
  cross(rate, vc, om);
  for (int i = 0; i < 3; i++) {
    nu[i] = v[i] - vc[i];
    nu[i + 3] = om[i];
  }

  /* Momenta of the body and of the water around it. */
  double P[3], H[3], A[6], t[3];
  cross(t, om, cg);
  for (int i = 0; i < 3; i++) P[i] = mass * (v[i] + t[i]);
  cross(t, cg, v);
  for (int i = 0; i < 3; i++) H[i] = Io[i][0] * om[0] + Io[i][1] * om[1] + Io[i][2] * om[2] + mass * t[i];
  for (int i = 0; i < 6; i++) {
    A[i] = 0;
    for (int j = 0; j < 6; j++) A[i] += MA[i][j] * nu[j];
  }

  /* Coriolis, added mass on the current's rate, damping. */
  double F[6], S[3], G[3], vP[3], vA[3], oS[3], oG[3];
  for (int i = 0; i < 3; i++) {
    S[i] = P[i] + A[i];
    G[i] = H[i] + A[i + 3];
  }
  cross(oS, om, S);
  cross(oG, om, G);
  cross(vP, v, P);
  cross(vA, nu, A);
  for (int i = 0; i < 3; i++) {
    F[i] = -oS[i];
    F[i + 3] = -oG[i] - vP[i] - vA[i];
  }
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 3; j++) F[i] += MA[i][j] * rate[j];
    for (int j = 0; j < 6; j++) F[i] -= DL[i][j] * nu[j] + DQ[i][j] * fabs(nu[j]) * nu[j];
  }

  /* Weight and buoyancy, submerged. */
  const double W = mass * gravity, B = density * gravity * volume;
  double arm[3], moment[3];
  for (int i = 0; i < 3; i++) {
    F[i] += (W - B) * R[2][i];
    arm[i] = W * cg[i] - B * cb[i];
  }
  cross(moment, arm, R[2]);
  for (int i = 0; i < 3; i++) F[i + 3] += moment[i];

  for (int i = 0; i < 6; i++) {
    dx[7 + i] = 0;
    for (int j = 0; j < 6; j++) dx[7 + i] += Minv[i][j] * F[j];
  }
}

static void rk4(double x[SIZE]) {
  double k1[SIZE], k2[SIZE], k3[SIZE], k4[SIZE], s[SIZE];
  derivatives(k1, x);
  for (int n = 0; n < SIZE; n++) s[n] = x[n] + 0.5 * h * k1[n];
  derivatives(k2, s);
  for (int n = 0; n < SIZE; n++) s[n] = x[n] + 0.5 * h * k2[n];
  derivatives(k3, s);
  for (int n = 0; n < SIZE; n++) s[n] = x[n] + h * k3[n];
  derivatives(k4, s);
  for (int n = 0; n < SIZE; n++) x[n] += h / 6 * (k1[n] + 2 * (k2[n] + k3[n]) + k4[n]);
  const double scale = 1 / sqrt(x[3] * x[3] + x[4] * x[4] + x[5] * x[5] + x[6] * x[6]);
  for (int n = 3; n < 7; n++) x[n] *= scale;
}

/* Off-diagonal terms of the same formula as in bench/vehicle.ts, so that every entry is at work. */
static void fill(double M[6][6], const double d[6], double e) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) M[i][j] = i == j ? d[i] : e / (1 + i + j);
}

static void invert(double out[6][6], double M[6][6]) {
  double a[6][12];
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 12; j++) a[i][j] = j < 6 ? M[i][j] : j - 6 == i;
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < 6; i++) {
      if (i == k) continue;
      const double f = a[i][k] / a[k][k];
      for (int j = 0; j < 12; j++) a[i][j] -= f * a[k][j];
    }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) out[i][j] = a[i][6 + j] / a[i][i];
}

int main(int argc, char **argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 1000000;
  const double I[3][3] = {{525.39, 1.44, 33.41}, {1.44, 794.2, 2.6}, {33.41, 2.6, 691.23}};
  const double added[6] = {779.79, 1222, 3659.9, 534.9, 842.69, 224.32};
  const double linear[6] = {74.82, 69.48, 728.4, 268.8, 309.77, 105};
  const double quadratic[6] = {748.22, 992.53, 1821.01, 672, 774.44, 523.27};
  fill(MA, added, 30);
  fill(DL, linear, 3);
  fill(DQ, quadratic, 5);
  const double r2 = cg[0] * cg[0] + cg[1] * cg[1] + cg[2] * cg[2];
  double M[6][6];
  memcpy(M, MA, sizeof M);
  for (int i = 0; i < 3; i++) {
    M[i][i] += mass;
    for (int j = 0; j < 3; j++) {
      Io[i][j] = I[i][j] + mass * ((i == j ? r2 : 0) - cg[i] * cg[j]);
      M[3 + i][3 + j] += Io[i][j];
    }
  }
  const double skew[3][3] = {{0, -cg[2], cg[1]}, {cg[2], 0, -cg[0]}, {-cg[1], cg[0], 0}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      M[i][3 + j] -= mass * skew[i][j];
      M[3 + i][j] += mass * skew[i][j];
    }
  invert(Minv, M);

  double x[SIZE] = {0, 0, 20, 1, 0, 0, 0, 0.5, 0.1, -0.1, 0.05, 0.1, 0.2};
  struct timespec begin, end;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
  for (int i = 0; i < steps; i++) {
    /* A push now and then keeps the numbers away from zero, as bench/vehicle.ts does. */
    if (i % 1000 == 0) x[10] += 0.1, x[7] += 0.1, x[2] = 20;
    rk4(x);
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  printf("%.6f", ((double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec)) / steps);
  for (int n = 0; n < SIZE; n++) printf(" %.17g", x[n]);
  printf("\n");
  return 0;
}
