import type { LanguageCues } from './cues.ts'

export const french: LanguageCues = {
  functionWords: `bonjour salut coucou bonsoir merci beaucoup a ai as au aujourd aussi aux avant avec avez avions avoir avons c ce ces cet cette ceux chez comme comment d dans de
    depuis derniere dernier des dit dites donc du elle en encore est et ete etait eu fait hier il ils j je jour jours l la le les leur
    lui m ma mais me mes moi mois mon n ne nos notre nous on ont ou par parle parler pas passe passee pour pourquoi qu quand que quel
    quelle quelles quels qui quoi rappelle redis s sa se semaine ses si son sont sur t ta te tes toi ton tous tout toute tu un une va
    vers vos votre vous y combien resume cherche trouve montre
    lundi mardi mercredi jeudi vendredi samedi dimanche`,
  fillers: /\b(merci|finalement|vraiment|principales?|importantes?|prises?|pris|prendre|prenions)\b/,
  leads: "et|mais|alors|dis|aussi|s'il te plait|stp",
  questions: [
    /^(qu'|que (?!du)|quoi|quand|qui|quels?\b|quelles?\b|combien|pourquoi|comment|est-ce|a quelle|de quoi|avons-nous|a-t-on|avait-on|ou (est|en|avons|a|se|sont)\b)/,
    /^(cherche|trouve|montre|resume|recapitule)/,
    /\b(rappelle|redis|dis)[- ]moi (ce|quand|ou|qui|quel|quelle|combien|pourquoi|comment|de quoi)\b/,
  ],
  sectionAlone:
    /^((les|nos|mes|toutes|principales) )*(decisions|objectifs|prochaines etapes|points en suspens|resume)( (d'|de|du|des|prises?|pour|sur|en|depuis|la semaine|cette semaine|ce mois|hier|aujourd)[^:]{0,80})?$/,
  focus: {
    decisions: /\b(convenu|choisi|tranche)/,
    open: /\b(en suspens|reste.{0,8} a faire|prochaines? etapes?|promis\b)/,
    goals: /\bobjectifs?\b/,
    summary: /\b(resum|recapitul|(avons|a-t-on|ai|on a|as).{0,12} (parle|discute|fait)\b|s'est[- ](il )?passe)/,
  },
  greeting: /^(bonjour|salut|coucou|bonsoir|(comment )?ca va( bien)?|comment (vas[- ]tu|allez[- ]vous))$/,
  abilities: /\b(que (peux-tu|pouvez-vous) faire|que sais-tu faire|(qui|qu') ?(es-tu|etes-vous)|comment ca marche)\b/,
  thanks: /^merci\b/,
  remember:
    /^(?:(?:souviens-toi|rappelle-toi|retiens|n'oublie pas|note)(?: bien)?(?: que | qu'| ?: ?))(?!quand\b|ce que\b|comment\b|ou\b|qui\b|pourquoi\b)/,
  undecided: /\b(pas|rien) (encore |ete )?(vraiment )?decide/,
  decision:
    /\b(on a|j'ai|nous avons|c'est|ils ont) (finalement |enfin )?(decide|choisi|convenu|retenu|tranche)|\bon (part sur|prend|choisit|garde|retient|opte)\b|\bje (prends|choisis|garde)\b|\bdecision ?:/,
  openLoop:
    /\b(il|y) (me |nous )?(faut|reste)\b|\b(je|on|nous) (dois|doit|devons) (encore )?\w+|\b(en attente|pas encore|a faire)\b|\b(j'attends|on attend|nous attendons)\b|\brappelle-moi\b|\bn'oubli/,
  nextStep:
    /\b(je vais|on va|nous allons)\b|\bprochaines? etapes?\b|\b(demain|ce soir|ce week-end|la semaine prochaine|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b.*\b(je|j'|on|nous)|\b(je|j'|on|nous)\b.*\b(demain|ce soir|la semaine prochaine)\b/,
  goal: /\b(je veux|je voudrais|j'aimerais|on veut|on voudrait|on aimerait|nous voulons|j'espere)\b|\b(mon|notre|l') ?(but|objectif)\b/,
  completion: /\b(c'est (fait|regle|bon)|j'ai (fait|paye|envoye|reserve|appele|achete|signe|fini))\b/,
  openings: 'bon|alors|donc|oui',
}
