/** uPlot, with which the page of a report draws: its installed package, bundled into the page as texts. */
import type { PlotLibrary } from "thetis/report";
import script from "uplot/dist/uPlot.iife.min.js?raw";
import style from "uplot/dist/uPlot.min.css?raw";

export const PLOT_LIBRARY: PlotLibrary = { script, style };
