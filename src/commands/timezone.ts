import { withdrawButtons } from '../conversation/deliver/withdraw-buttons.ts'
import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { timeOfDay } from '../core/ports/clock.ts'
import { enqueue } from '../jobs/job-list.ts'
import { timezoneButtons, timezoneCommand } from '../people/timezone-question.ts'
import { resolveTimezone } from '../people/users.ts'
import { setTimezone } from '../threads/days/set-timezone.ts'
import type { Command, CommandDeps } from './shared/command.ts'
import { withArea } from './shared/timezones.ts'

export const timezone: Command = {
  declaration: {
    name: 'timezone',
    help: 'timezone.help',
    arguments: [{ name: 'timezone', kind: 'text', required: false, help: 'timezone.timezone' }],
  },
  run: (deps, context, args) => {
    const wanted = args['timezone']
    return wanted === undefined ? Promise.resolve(describeTimezone(deps, context)) : changeTimezone(deps, context, wanted)
  },
}

function describeTimezone(deps: CommandDeps, { user, now, translate }: CommandContext): CommandAnswer {
  const zone = resolveTimezone(user, deps.defaultTimezone)
  const values = { timezone: zone, time: timeOfDay(now, zone) }
  if (user.timezone) return { text: translate('timezone.current', values) }
  return { text: translate('timezone.default', values), buttons: timezoneButtons }
}

async function changeTimezone(deps: CommandDeps, { user, scope, now, translate }: CommandContext, wanted: string): Promise<CommandAnswer> {
  const { timezone: zone, isFirst } = await setTimezone(deps, user.id, withArea(wanted))
  if (isFirst) await enqueue(deps, 'index-thread', { threadId: scope.threadId })
  await withdrawButtons({ ...deps, senders: deps.privacy.senders }, scope.threadId, timezoneCommand)
  return { text: translate('timezone.set', { timezone: zone, time: timeOfDay(now, zone), first: isFirst ? 'yes' : 'no' }) }
}
