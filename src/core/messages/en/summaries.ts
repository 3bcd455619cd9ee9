export const summaries = {
  'summary.summary': 'Summary',
  'summary.goals': 'Goals',
  'summary.decisions': 'Decisions',
  'summary.openLoops': 'Open loops',
  'summary.nextSteps': 'Next steps',
  'summary.none': 'None',
  'summary.heading': 'Summary of {day}',
  'summary.resummarize': 'Resummarize',
  'summary.onThePage': 'On the page',
  'summary.stale': 'The day has changed since it was written. /resummarize {day} rewrites it.',
  'summary.overLimit':
    'Written without a model, because today’s limit for background work was reached. /resummarize {day} writes it with the model.',
  'summary.missing':
    '{day} has no summary yet, and {messages, plural, one {# message} other {# messages}}. /resummarize {label} writes one now.',
  'summary.emptyToday': 'There are no messages today yet. Write to me. /days lists your days.',
  'summary.emptyDay': 'There are no messages on {day}. /days lists your days.',
  'summary.busy': 'The summary of {day} is being written. /summary {label} will show it shortly.',
  'summary.superseded': 'Messages of {day} changed while I was summarizing, so I am starting again. /summary {label} will show it shortly.',
  'summary.failed':
    'I could not write a summary of {day}: the model returned no usable text. Any earlier summary is unchanged. Try /resummarize {label} again later.',
  'day.today': '{day} (today)',
  'day.yesterday': '{day} (yesterday)',
  'days.none': 'There are no days yet. Write to me, and today will be the first.',
  'days.list': '**Your latest days** (✓ has a summary)\n{days}\n\n/summary {label} shows the summary of a day.',
  'count.messages': '{count, plural, one {# message} other {# messages}}',
}
