/** Spanish and Portuguese words that end like verbs of "we", with or without their accents: "últimos", "gramos". */
const otherWords =
  '(?:[úu]lt|m[íi]n|m[áa]x|pr[óo]x|p[ée]ss?|[íi]nt|[óo]?pt|[óo]t|leg[íi]t|mar[íi]t|an[óôo]n|sin[óôo]n|hom[óôo]n|d[ée]c|[áâa]n|[íi]nf|pr|rac)imos|(?:(?:kilo|mili|quilo)?gr|t?r|recl|báls|pár)amos'

/** Verbs of "we" in Spanish and Portuguese. */
export const weVerbs = `(?!(?:${otherWords})(?!\\p{L}))\\p{L}{2,}(?:amos|imos)`
