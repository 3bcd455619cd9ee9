import { SingleBar } from 'cli-progress'

export interface Progress {
  /** How far it is, in the unit of the total. */
  reach(done: number): void
  stop(): void
}

/** A bar on a terminal; nothing where nobody watches. */
export function showProgress(total: number, stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { reach() {}, stop() {} }
  const bar = new SingleBar({ stream, format: '[{bar}] {percentage}% · {eta_formatted} left', barsize: 30, hideCursor: true })
  bar.start(total, 0)
  return { reach: (done) => bar.update(done), stop: () => bar.stop() }
}
