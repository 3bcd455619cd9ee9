#!/usr/bin/env node
import {
  handleStopSignals,
  onStopSignal
} from "./chunk-L6ZL2FUF.mjs";
import "./chunk-VNIZSTQV.mjs";

// src/throughline.ts
import process from "node:process";
var [, , ...args] = process.argv;
if (args.length === 0) args.push("start");
if (args[0] === "start")
  onStopSignal(() => {
    process.stderr.write("Throughline was stopped before it had started.\n");
    process.exit(0);
  });
handleStopSignals();
process.setSourceMapsEnabled(true);
var { runCommandLine } = await import("./main-S3GSVQ55.mjs");
process.exitCode = await runCommandLine(args);
//# sourceMappingURL=throughline.mjs.map
