import { afterEach, beforeEach, describe, it } from 'vitest'
import { commandCases } from './platform-adapter/command-cases.ts'
import { formattingCases } from './platform-adapter/formatting.ts'
import type { AdapterHarness } from './platform-adapter/harness.ts'
import { receivingCases } from './platform-adapter/receiving.ts'
import { sendingCases } from './platform-adapter/sending.ts'
import { streamingCases } from './platform-adapter/streaming.ts'

export * from './platform-adapter/commands.ts'
export * from './platform-adapter/harness.ts'

const contractCases = { ...receivingCases, ...commandCases, ...sendingCases, ...streamingCases, ...formattingCases }

export type ContractCase = keyof typeof contractCases

export interface HarnessDeclaration {
  /** A new harness, with nothing said in it yet. */
  start(): Promise<AdapterHarness>
  /** Cases that do not apply to this platform, with the reason, which is printed. */
  readonly exceptions?: Partial<Record<ContractCase, string>>
}

/** What every adapter must do, run against one: `name` says which, and how it is connected. */
export function platformAdapterContract(name: string, declaration: HarnessDeclaration): void {
  describe(`${name} keeps the contract of a platform adapter`, () => {
    let harness: AdapterHarness

    beforeEach(async () => {
      harness = await declaration.start()
    })

    afterEach(async () => {
      await harness.adapter.receiver.stop()
      await harness.close()
    })

    const exceptions: Readonly<Record<string, string | undefined>> = declaration.exceptions ?? {}
    for (const [title, run] of Object.entries(contractCases)) {
      const reason = exceptions[title]
      if (reason === undefined) it(title, () => run(harness))
      else it.skip(`${title} (not here: ${reason})`, () => {})
    }
  })
}
