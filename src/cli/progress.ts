import { SingleBar } from 'cli-progress'

export interface Progress {
  /** Sets the progress, in the same unit as the total. */
  reach(done: number): void
  stop(): void
}

/** Shows a progress bar on a terminal, and nothing elsewhere. */
export function showProgress(total: number, stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { reach() {}, stop() {} }
  const bar = new SingleBar({ stream, format: '[{bar}] {percentage}% · {eta_formatted} left', barsize: 30, hideCursor: true })
  bar.start(total, 0)
  return { reach: (done) => bar.update(done), stop: () => bar.stop() }
}
