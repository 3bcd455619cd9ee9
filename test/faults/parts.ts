import { crowd } from './crowd.ts'
import { flood } from './flood.ts'
import { forcedMerges } from './forced-merges.ts'
import { freshDatabase } from './fresh-database.ts'
import { hugeReply } from './huge-reply.ts'
import { interruptedStarts } from './interrupted-starts.ts'
import { steps } from './kill.ts'
import { killPart } from './kill-part.ts'
import { mutatedPayloads } from './mutated-payloads.ts'
import type { PartGroup } from './part.ts'
import { platformFaultsPart } from './platform-faults-part.ts'
import { discord, slack, telegram } from './platforms.ts'
import { reminders } from './reminders.ts'
import { unknownDeliveries } from './unknown-deliveries.ts'
import { unlinkedAccounts } from './unlinked-accounts.ts'

export interface KillSettings {
  readonly questions: number
  readonly killEvery: number
}

/** All parts, in the order in which they run. Groups run one after another. A part that measures time is a group of its own. */
export function listGroups(onTelegram: KillSettings): readonly PartGroup[] {
  return [
    { parts: [interruptedStarts] },
    { parts: [mutatedPayloads, unknownDeliveries, freshDatabase, reminders] },
    { parts: [crowd] },
    { parts: [flood] },
    { parts: [hugeReply] },
    {
      heading: ['kill -9 at these steps in turn, questions asked alone and in a room:', ...steps.map((step) => `  - ${step}`)].join('\n'),
      parts: [
        killPart(telegram, { ...onTelegram, redisNumber: 1 }),
        killPart(discord, { questions: 40, killEvery: 5, redisNumber: 2 }),
        killPart(slack, { questions: 40, killEvery: 5, redisNumber: 3 }),
      ],
    },
    {
      heading: 'What people and platforms can do; a row of a platform is 10 to 20 questions, alone and in a room.',
      parts: [
        platformFaultsPart(telegram, 1),
        platformFaultsPart(discord, 2),
        platformFaultsPart(slack, 3),
        unlinkedAccounts,
        forcedMerges,
      ],
    },
  ]
}
