import type { LanguageCues } from './cues.ts'
import { thingPattern } from './thing-pattern.ts'

export const french: LanguageCues = {
  functionWords: `bonjour salut coucou bonsoir merci beaucoup a ai as au aujourd aussi aux avant avec avez avions avoir avons c ce ces cet cette ceux chez comme comment d dans de
    depuis derniere dernier des dit dites donc du elle en encore est et ete etait eu fait hier il ils j je jour jours l la le les leur
    lui m ma mais me mes moi mois mon n ne nos notre nous on ont ou par parle parler pas passe passee pour pourquoi qu quand que quel
    quelle quelles quels qui quoi rappelle redis s sa se semaine ses si son sont sur t ta te tes toi ton tous tout toute tu un une va
    vers vos votre vous y combien resume cherche trouve montre
    lundi mardi mercredi jeudi vendredi samedi dimanche`,
  fillers: /\b(merci|finalement|vraiment|principales?|importantes?|prises?|pris|prendre|prenions)\b/,
  lookUp: /^(cherche|trouve|montre|resume|recapitule)/,
  sectionAlone:
    /^((les|nos|mes|toutes|principales) )*(decisions|objectifs|prochaines etapes|points en suspens|resume)( (d'|de|du|des|prises?|pour|sur|en|depuis|la semaine|cette semaine|ce mois|hier|aujourd)[^:]{0,80})?$/,
  focus: {
    decisions: /\b(convenu|choisi|tranche)/,
    open: /\b(en suspens|reste.{0,8} a faire|prochaines? etapes?|promis\b)/,
    goals: /\bobjectifs?\b/,
    summary: /\b(resum|recapitul|(avons|a-t-on|ai|on a|as).{0,12} (parle|discute|fait)\b|s'est[- ](il )?passe)/,
  },
  greeting: /^(bonjour|salut|coucou|bonsoir|(comment )?ca va( bien)?|comment (vas[- ]tu|allez[- ]vous))$/,
  properties:
    /\b(prix|coute|coutent|couleur|nom|date|heure|numero|taille|adresse|type|sorte|montant|lieu|marque|age|hauteur|largeur|longueur|poids|code|appelle)\b/,
  quantities: /\b(combien|quand|quelle (heure|date|taille)|quel (prix|jour|numero|age)|coute|prix|numero)\b/,
  abilities: /\b(que (peux-tu|pouvez-vous) faire|que sais-tu faire|(qui|qu') ?(es-tu|etes-vous)|comment ca marche)\b/,
  thanks: /^merci\b/,
  remember:
    /^(?:(?:souviens-toi|rappelle-toi|retiens|n'oublie pas|note)(?: bien)?(?: que | qu'| ?: ?))(?!quand\b|ce que\b|comment\b|ou\b|qui\b|pourquoi\b)/,
  undecided:
    /\b(pas|rien) (encore |ete )?(vraiment )?decide|\b(il faut|faut|devons|doit|devrait|devrions|dois) (vraiment |bien |se |nous |me )?(decider|choisir)\b|\b(n'arrive|n'arrivons) pas a (me |nous )?decider\b|\b(j'hesite|on hesite|nous hesitons)\b/,
  decision:
    /\b(on a|j'ai|nous avons) (finalement |enfin |bien |deja |tout )?(decide|choisi|convenu|retenu|tranche|opte|reserve|accepte|refuse|annule)|^(c'est|finalement|donc)? ?(decide|convenu|entendu|d'accord pour)\b|\bc'est decide\b|\b(on|nous) (part|partons|reste|restons) sur\b|\b(on|je) (prend|prends|choisit|choisis|garde|retient|retiens|opte)\b(?! (soin|mon temps|le temps))|\bnous (prenons|choisissons|gardons|retenons)\b|\bdecision ?:/,
  openLoop:
    /(?<!\b(quand|si|qu'|que|ce qu') ?)\b(il|y) (me |nous )?(faut|reste)\b|\b(je|on|nous) (dois|doit|devons) (encore )?\w+|\b(en attente|pas encore|a faire)\b|\b(j'attends|on attend|nous attendons)\b|\brappelle-moi\b|\bn'oubli|\b(il|elle|ils|elles|on) (me |nous )?rappelle(nt)?\b/,
  nextStep:
    /\b(je vais|on va|nous allons)\b|\bprochaines? etapes?\b|\b(demain|ce soir|ce week-end|la semaine prochaine|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b.*\b(je|j'|on|nous)|\b(je|j'|on|nous)\b.*\b(demain|ce soir|la semaine prochaine)\b/,
  goal: /\b(je veux|je voudrais|j'aimerais|on veut|on voudrait|on aimerait|nous voulons|j'espere)\b|\b(mon|notre|l') ?(but|objectif)\b/,
  completion:
    /\b(c'est (fait|regle|bon)|j'ai (fait|paye|envoye|reserve|appele|achete|signe|fini))\b|\b(j'ai|on a|nous avons) (deja |bien |enfin )?\p{L}{2,}(e|i|u|is|it)\b|^(c'est )?(fait|envoye|paye|appele|reserve|achete|signe|regle|fini|termine)e?s?\b|\b(envoye|paye|reserve|achete|signe|regle|commande|rendu)e?s? ?[!.]?$/u,
  openings:
    "bon|alors|donc|oui|et|mais|ok|d'accord|bien|voilà|ah|oh|merci|(?:super|parfait)(?=[ ]?[,.!])|bonjour|salut|au fait|sinon|du coup",

  conversation: {
    vague:
      /\b(rev(e|es|er|ons|ez)|continu(ons|er|ez)|ne (lache|lachons|lachez) rien|courage|on verra|voyons|(mon|notre) mieux|(te|vous) (tiens|tiendrai) au courant|a (bientot|plus tard|tout a l'heure)|y reflech\w*|vais y (penser|reflechir)|ca va aller|bonne chance|profit(ons|ez|e) (bien )?(de|en)|j'espere que (tu|vous|ca|tout)|autre chose|n'hesite\w*|si (tu as|vous avez) besoin|dis-moi|dites-moi|hate de)\b/,
    hedges: /(?<!\p{L})(?:en gros|du coup|en quelque sorte)\s+/gu,
    praise:
      /\b(super|genial|geniale|parfait|parfaite|merci|bravo|magnifique|beau|belle|bien joue|felicitations|formidable|chouette|adorable|fier|fiere|content|contente|ravi|ravie|desole|desolee|j'adore|excellent|excellente|avec plaisir|utile)\b/,
    agreement: /\b\p{L}+ (a|ont) (tout de suite |bien |deja )?(accepte|confirme|dit oui|donne son accord)\b|\b(est|sont) d'accord\b/u,
    proposal:
      /\b(veux-tu|voulez-vous|souhaitez-vous|souhaites-tu|est-ce que je|dois-je|puis-je|faut-il que je|tu veux que|vous voulez que)\b|^(alors |peut-etre )?(je (peux|pourrais|propose|suggere)|on (peut|pourrait)|nous pourrions|tu (pourrais|peux)|vous (pourriez|pouvez)|et si)\b|\bpourquoi pas\b|\bque dirais-tu\b|\bca te dit\b/,
    offer:
      /\b(veux-tu|voulez-vous|souhaitez-vous|souhaites-tu|est-ce que je|dois-je|puis-je|tu veux que|vous voulez que)\b|\bje (peux|pourrais)\b/,
    acceptance:
      /^(oui|ouais|ok|d'accord|volontiers|avec plaisir|vas-y|allez-y|fais-le|parfait|bonne idee|tres bien|ca marche|entendu|bien sur|exactement|c'est bon|va pour|pourquoi pas|s'il te plait|absolument)\b/,
    refusal: /^(non|pas (maintenant|encore|aujourd'hui|la peine)|plutot pas|laisse|laissez|plus tard|merci non|non merci|surtout pas)\b/,
    request:
      /\b(peux|pourrais|veux)-tu\b|\b(pouvez|pourriez|voulez)-vous\b|\btu (peux|pourrais|veux bien)\b|\bvous (pouvez|pourriez)\b|\b(qu'en (penses-tu|pensez-vous)|tu (penses|crois|sais|connais)|as-tu (des|une))\b|\b(aide|aidez|dis|dites|montre|explique|donne)-moi\b|\b(comment|quand|ou|combien|pourquoi|quels?|quelles?|qu'est-ce|est-ce) (que|qu'|dois|puis|faire|faut|est|sont)\b/,
    instruction: /^(toujours|jamais|desormais|dorenavant|a partir de maintenant|a l'avenir|chaque fois que|reponds toujours)\b/,
    self: /\b(je|j'|on|nous|me|moi|mon|ma|mes|notre|nos)\b/,
    listener: /\b(tu|te|toi|ton|ta|tes|vous|votre|vos)\b/,
    day: /\b(aujourd'hui|hier|demain|avant-hier|apres-demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|ce soir|ce week-end|(la semaine|le mois|l'annee|l'ete|le printemps) (prochaine?|derniere?|passee?)|il y a \p{L}+ (jours|semaines|mois|ans)|le premier|le \d{1,2}|\d{1,2} ?h(eures)?( ?\d\d)?)\b/u,
    numberWord:
      /\b(deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|cent|mille|douzaine|moitie|demi)\b/,
    clock:
      /\b(a \d{1,2} ?h(eures)?( ?\d\d)?|\d{1,2} ?h ?\d\d|\d{1,2}:\d\d|a (midi|minuit|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze) heures?|a midi)\b/,
    continuation:
      /^(il|elle|ils|elles|c'|ca|cela|celui|celle|ceux|les deux|le tout|en tout|au total|aussi|en plus|l'un|l'une|l'autre|son|sa|ses|leur|leurs|la-bas|puis|\d+)\b/,
    pointing: /\b(cet|cette|ces|ce) (?!(soir|matin|week-end|midi|mois|que|qui|sont|n'|semaine|annee)\b)\p{L}+/u,
    past: /\b(etait|etaient|avait|avaient|a ete|j'ai|on a|a (dit|fait|pris|vu|eu|voulu|demande|repondu)|hier|dernier|derniere|passe|passee|il y a (un|une|deux|trois|\d+)|depuis|toujours|chaque|tous les)\b/,
    change:
      /\b(maintenant|finalement|plutot|a la place|au lieu|nouveau|nouvelle|change|passe a|mis a jour|mise a jour|desormais|en fait|correction|ne .{0,20} plus|augmente|baisse|reporte|deplace)\b/,
    verbForms:
      'faire fais fait faite, prendre prends pris prise, mettre mets mis, lire lis lu, voir vois vu, payer paie paye payee, dire dis dit, ecrire ecris ecrit, vendre vendu, recevoir recu, appeler appelle appele rappeler rappelle rappele',
  },

  references: {
    things: thingPattern({
      determiners: "les?|la|l['’]|une?|des|du|mon|ma|mes|notre|nos|cet?|cette|ces",
      adjectives:
        'petite?s?|grande?s?|nouveaux?|nouvelles?|nouvel|belles?|beaux?|bonne?s?|vieux|vieille|premi(?:er|ère)|deuxième|derni(?:er|ère)|autre',
      notNouns:
        'jours?|semaines?|mois|ans?|année|fois|chose|choses|temps|moment|fin|début|matin|soir|nuit|reste|peu|plus|moins|même|meme|faire|faut|ai|as|a|est|es|on|en|y|un|une',
      compound: "\\s+(?:d['’]|de\\s)(?!(?:la|le|l|un|une|les|ce|cette)(?!\\p{L}))\\p{L}+",
    }),
    genders: {
      le: 'm',
      la: 'f',
      les: 'p',
      "l'": 'mf',
      un: 'm',
      une: 'f',
      des: 'p',
      du: 'm',
      mon: 'mf',
      ma: 'f',
      mes: 'p',
      notre: 'mf',
      nos: 'p',
      ce: 'm',
      cet: 'm',
      cette: 'f',
      ces: 'p',
    },
    defaultGenders: 'mf',
    definite: { un: 'le', une: 'la', des: 'les', du: 'le', ce: 'le', cet: 'le', cette: 'la', ces: 'les' },
    contractions: [
      [/(?<!\p{L})(?:le|la)\s(?=[aeiouhâàéèêëîïôûœ])/giu, "l'"],
      [/(?<!\p{L})à le(?!\p{L})/gu, 'au'],
      [/(?<!\p{L})de le(?!\p{L})/gu, 'du'],
    ],
    personVerbs:
      /^(?:,?\s+qui(?!\p{L})|\s+(?:dit|disait|veut|voulait|propose|proposait|demande|répond|vient|venait|pense|pensait|aime|écrit|envoie|appelle|a|avait|va|peut|accepte|préfère|cherche|trouve|habite|croit|sait)(?!\p{L}))/u,
    personLead: /(?<!\p{L})(?:avec|pour|chez|par|appeler|rappeler|demander à|voir|inviter|prévenir|Madame|Monsieur|Mme|M\.)\s+$/u,
    relatives: {
      m: /(?<!\p{L})(?:(?:[Mm]on|[Nn]otre)\s+(?:père|frère|mari|fils|copain|grand-père|oncle|neveu|ami)|Papa|Papi)(?!\p{L})/gu,
      f: /(?<!\p{L})(?:(?:[Mm]a|[Nn]otre)\s+(?:mère|sœur|femme|fille|copine|grand-mère|tante|nièce)|[Mm]on amie|Maman|Mamie)(?!\p{L})/gu,
    },
    pronouns: [
      {
        find: /(?<=(?<!\p{L})(?:dois|doit|devons|vais|va|allons|veux|veut|voulons|peux|peut|pouvons|faut|encore|aussi|de|à|pour)\s)le\s(\p{L}+(?:er|ir|re))(?!\p{L})/giu,
        genders: 'm',
        thing: '$1 {}',
        person: '$1 {}',
      },
      {
        find: /(?<=(?<!\p{L})(?:dois|doit|devons|vais|va|allons|veux|veut|voulons|peux|peut|pouvons|faut|encore|aussi|de|à|pour)\s)la\s(\p{L}+(?:er|ir|re))(?!\p{L})/giu,
        genders: 'f',
        thing: '$1 {}',
        person: '$1 {}',
      },
      {
        find: /(?<=(?<!\p{L})(?:dois|doit|devons|vais|va|allons|veux|veut|voulons|peux|peut|pouvons|faut|encore|aussi|de|à|pour)\s)l['’](\p{L}+(?:er|ir|re))(?!\p{L})/giu,
        genders: 'mf',
        thing: '$1 {}',
        person: '$1 {}',
      },
      {
        find: /(?<=(?<!\p{L})(?:dois|doit|devons|vais|va|allons|veux|veut|voulons|peux|peut|pouvons|faut|encore|aussi|de|à|pour)\s)lui\s(\p{L}+(?:er|ir|re))(?!\p{L})/giu,
        genders: 'mf',
        person: '$1 à {}',
      },
      { find: /(?<=(?<!\p{L})(?:avec|pour|chez|sans|par)\s)lui(?!\p{L})/giu, genders: 'm', person: '{}' },
      { find: /(?<=(?<!\p{L})(?:avec|pour|chez|sans|par)\s)elle(?!\p{L})/giu, genders: 'f', person: '{}', thing: '{}' },
      { find: /(?<![\p{L}-])elle(?=\s+\p{L})/giu, genders: 'f', person: '{}' },
      {
        find: /(?<![\p{L}-])il(?=\s+(?:veut|demande|propose|dit|vient|pense|viendra|rappelle|a dit|a proposé|a demandé|habite|préfère)(?!\p{L}))/giu,
        genders: 'm',
        person: '{}',
      },
    ],
  },
}
