// Splits long days in a thread. Only for tests, which run the sources: the built program has split-day.ts here.
import { register } from 'tsx/esm/api'

register()
export const { splitByAudience } = await import('./split-day.ts')
