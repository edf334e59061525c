/** What this page uses of uPlot, which /vendor/uPlot.iife.min.js puts on the window. */
declare class uPlot {
  constructor(options: object, data: uPlotData, target: HTMLElement);
  static paths: { stepped(options: { align: 1 | -1 }): unknown };
  setData(data: uPlotData): void;
  setSize(size: { width: number; height: number }): void;
  redraw(rebuildPaths?: boolean): void;
  destroy(): void;
}
type uPlotData = [number[], number[]];
