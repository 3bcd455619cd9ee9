import process from 'node:process'

const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const

export type StopSignal = keyof typeof signalNumbers

/** Returns the exit code that a shell gives a program that a signal has ended. */
const exitCodeOf = (signal: StopSignal): number => 128 + signalNumbers[signal]

let handle: (signal: StopSignal) => void = (signal) => process.exit(exitCodeOf(signal))

/** Replaces what SIGINT and SIGTERM do. At first, they end the program. */
export function onStopSignal(handler: (signal: StopSignal) => void): void {
  handle = handler
}

/** Handles signals from now on. The handler may be replaced, so that there is no moment without one. */
export function handleStopSignals(): void {
  for (const signal of Object.keys(signalNumbers) as StopSignal[]) process.on(signal, () => handle(signal))
}
