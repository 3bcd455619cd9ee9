import { joinMessages } from '../join-messages.ts'
import { accounts } from './accounts.ts'
import { channels } from './channels.ts'
import { forgetting } from './forgetting.ts'
import { help } from './help.ts'
import { loops } from './loops.ts'
import { memory } from './memory.ts'
import { notices } from './notices.ts'
import { offline } from './offline.ts'
import { page } from './page.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { slack } from './slack.ts'
import { summaries } from './summaries.ts'
import { usage } from './usage.ts'
import { voice } from './voice.ts'

export const english = joinMessages(
  accounts,
  channels,
  forgetting,
  help,
  loops,
  memory,
  notices,
  offline,
  page,
  search,
  settings,
  slack,
  summaries,
  usage,
  voice,
)
