import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface SourceFile {
  /** Relative to the root of the repository. */
  readonly path: string
  readonly text: string
}

/** The tracked and new files of the given folders whose names match. Generated code is left out. */
export function sourceFiles(folders: readonly string[], name = /\.tsx?$/): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...folders], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  })
  return listed
    .split('\n')
    .filter((path) => name.test(path) && !path.includes('/generated/'))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(`${root}${path}`, 'utf8') }]
      } catch {
        // Deleted, and not committed yet.
        return []
      }
    })
}

/** "src/threads" for "src/threads/days/days.ts"; "src" for "src/app.ts". */
export function featureOf(path: string): string {
  return dirname(path).split('/').slice(0, 2).join('/')
}

export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
