import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { timeOfDay } from '../core/ports/clock.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { resolveTimezone } from '../people/users.ts'
import { setTimezone } from '../threads/days/set-timezone.ts'
import type { Command, CommandDeps } from './shared/command.ts'
import { timezoneButtons, withArea } from './shared/timezones.ts'

export const timezone: Command = {
  declaration: {
    name: 'timezone',
    help: 'Show or set your timezone: /timezone Europe/Paris',
    arguments: [{ name: 'timezone', kind: 'text', required: false, help: 'Area/City, such as Europe/Paris' }],
  },
  run: (deps, context, args) => {
    const wanted = args['timezone']
    return wanted === undefined ? Promise.resolve(describeTimezone(deps, context)) : changeTimezone(deps, context, wanted)
  },
}

function describeTimezone(deps: CommandDeps, context: CommandContext): CommandAnswer {
  const zone = resolveTimezone(context.user, deps.defaultTimezone)
  const clock = `It is ${timeOfDay(context.now, zone)} there.`
  if (context.user.timezone) return { text: `Your timezone is **${zone}**. ${clock} To change it, type /timezone Area/City.` }
  return {
    text: `You have not set a timezone, so I use **${zone}**. ${clock} Pick yours, or type /timezone Area/City.`,
    buttons: timezoneButtons,
  }
}

async function changeTimezone(deps: CommandDeps, { user, scope, now }: CommandContext, wanted: string): Promise<CommandAnswer> {
  const { timezone: zone, isFirst } = await setTimezone(deps, user.id, withArea(wanted))
  if (isFirst) await enqueue(deps, 'index-thread', { threadId: scope.threadId })
  const past = isFirst
    ? 'All your days, including past ones, now begin and end by it.'
    : 'From now on, your days begin and end by it. Past days stay as they are.'
  return { text: `Your timezone is now **${zone}**, where it is ${timeOfDay(now, zone)}. ${past}` }
}
