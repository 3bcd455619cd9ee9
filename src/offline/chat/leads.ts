import { combineWords } from '../languages/all.ts'

const leads = combineWords((cues) => cues.leads).split('|')
const isSpaced = (lead: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(lead)
const spaced = leads.filter(isSpaced).join('|')
const unspaced = leads.filter((lead) => !isSpaced(lead)).join('|')

/** The words before a question or a request, in folded text: "so", "please". */
export const leadPattern = new RegExp(`^[^\\p{L}]*(?:(?:${spaced})[,，、\\s]+|(?:${unspaced})[,，、\\s]*)*`, 'u')
