import { enqueue } from '../../jobs/job-list.ts'
import type { PrivacyDeps } from '../../privacy/deps.ts'
import { restoreExport } from '../../privacy/export/restore-export.ts'
import { showProgress } from '../progress.ts'
import { readSize, type TerminalIo } from './import-jsonl.ts'

/**
 * throughline import export: imports the JSON file of an export into an empty instance, either completely or not at all. Returns the exit
 * code. Throws InputError.
 */
export async function runImportExport(deps: PrivacyDeps, file: string, { out, err }: TerminalIo): Promise<number> {
  // The file is read twice: the second pass links forward references.
  const size = await readSize(file)
  const progress = showProgress(2 * size, err)
  let before = 0
  let last = 0
  try {
    const { threadId, counts } = await restoreExport(deps, file, (bytesRead) => {
      if (bytesRead < last) before = size
      last = bytesRead
      progress.reach(before + bytesRead)
    })
    if (threadId) await enqueue(deps, 'index-thread', { threadId })
    const of = (section: string) => counts.get(section) ?? 0
    out.write(
      `Messages: ${of('messages')}. Days: ${of('days')}. Memories: ${of('memoryItems')}. All of it belongs to you, the owner at this machine.\n`,
    )
    return 0
  } finally {
    progress.stop()
  }
}
