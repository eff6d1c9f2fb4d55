/** uPlot as the command line passes it to reports. */
import { plotLibrary } from "../../src/cli/io/plot-library.ts";

export const PLOT_LIBRARY = plotLibrary();
