import { SingleBar } from 'cli-progress'

export interface Progress {
  /** In the unit of the total. */
  reach(done: number): void
  stop(): void
}

/** A progress bar on a terminal, nothing elsewhere. */
export function showProgress(total: number, stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { reach() {}, stop() {} }
  const bar = new SingleBar({ stream, format: '[{bar}] {percentage}% · {eta_formatted} left', barsize: 30, hideCursor: true })
  bar.start(total, 0)
  return { reach: (done) => bar.update(done), stop: () => bar.stop() }
}
