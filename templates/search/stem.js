// English stemming: the Porter 2 algorithm as Snowball publishes it, edition 3.1, for
// words of three or more letters a to z. Python uses Snowball's own implementation; the
// test vectors hold both to the same stems.

const VOWEL = "aeiouy";
const EXCEPTIONS = new Map(
  Object.entries({
    skis: "ski", skies: "sky", idly: "idl", gently: "gentl", ugly: "ugli",
    early: "earli", only: "onli", singly: "singl",
    andes: "andes", atlas: "atlas", bias: "bias", cosmos: "cosmos",
    howe: "howe", news: "news", sky: "sky",
  }),
);
const FIRST_REGION = /^(?:arsen|commun|emerg|gener|inter|later|organ|past|univers)/;
const REGION = /[^aeiouy]*[aeiouy]+[^aeiouy]/y;

/** Suffix -> what replaces it; the longest that fits counts. @type {[string, string][]} */
const STEP_2 = longestFirst([
  ["tional", "tion"], ["enci", "ence"], ["anci", "ance"], ["abli", "able"],
  ["entli", "ent"], ["izer", "ize"], ["ization", "ize"], ["ational", "ate"],
  ["ation", "ate"], ["ator", "ate"], ["alism", "al"], ["aliti", "al"], ["alli", "al"],
  ["fulness", "ful"], ["fulli", "ful"], ["ousli", "ous"], ["ousness", "ous"],
  ["iveness", "ive"], ["iviti", "ive"], ["biliti", "ble"], ["bli", "ble"],
  ["ogist", "og"], ["ogi", "og"], ["lessli", "less"], ["li", ""],
]);
const STEP_3 = longestFirst([
  ["tional", "tion"], ["ational", "ate"], ["alize", "al"], ["icate", "ic"],
  ["iciti", "ic"], ["ical", "ic"], ["ful", ""], ["ness", ""], ["ative", ""],
]);
const STEP_4 = longestFirst(
  "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion"
    .split(" ")
    .map((suffix) => [suffix, ""]),
);

/** @param {[string, string][]} rules */
function longestFirst(rules) {
  return rules.sort((one, other) => other[0].length - one[0].length);
}

/**
 * Stems a word in lower case, three or more letters a to z.
 * @param {string} word
 */
export function stem(word) {
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;
  word = consonantY(word);
  const [first, second] = regions(word);
  word = stepOne(word, first);
  word = replaced(word, STEP_2, (suffix, at) => at >= first && mayEnd(word, suffix, at));
  word = replaced(word, STEP_3, (suffix, at) => at >= (suffix === "ative" ? second : first));
  word = replaced(
    word, STEP_4,
    (suffix, at) => at >= second && (suffix !== "ion" || "st".includes(word[at - 1] ?? "-")),
  );
  return lastLetter(word, first, second).replaceAll("Y", "y");
}

/** Writes a y that is a consonant as Y. @param {string} word */
function consonantY(word) {
  const letters = [...word];
  if (letters[0] === "y") letters[0] = "Y";
  for (let at = 1; at < letters.length; at += 1) {
    if (letters[at] === "y" && VOWEL.includes(/** @type {string} */ (letters[at - 1]))) {
      letters[at] = "Y";
    }
  }
  return letters.join("");
}

/** Where the regions R1 and R2 begin. @param {string} word */
function regions(word) {
  const known = FIRST_REGION.exec(word);
  const first = known ? known[0].length : regionAfter(word, 0);
  return /** @type {const} */ ([first, regionAfter(word, first)]);
}

/** @param {string} word @param {number} from */
function regionAfter(word, from) {
  REGION.lastIndex = from;
  return REGION.test(word) ? REGION.lastIndex : word.length;
}

/** Plurals, -ed and -ing, and a final y. @param {string} word @param {number} first */
function stepOne(word, first) {
  if (word.endsWith("sses")) word = word.slice(0, -2);
  else if (/ie[ds]$/.test(word)) word = word.slice(0, word.length > 4 ? -2 : -1);
  else if (/[aeiouy].+s$/.test(word) && !/[us]s$/.test(word)) word = word.slice(0, -1);
  word = pastAndParticiple(word, first);
  return word.replace(/^(.+[^aeiouy])[yY]$/, "$1i");
}

/** @param {string} word @param {number} first */
function pastAndParticiple(word, first) {
  const found = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(word);
  if (!found) return word;
  const [suffix] = found;
  const rest = word.slice(0, found.index);
  if (suffix.startsWith("eed")) {
    return found.index >= first && !/^(?:succ|proc|exc)$/.test(rest) ? `${rest}ee` : word;
  }
  if (suffix === "ing") {
    if (/^[^aeiouy]y$/.test(rest)) return `${rest[0]}ie`;
    if (/^(?:even|cann|inn|earr|herr|out)$/.test(rest)) return word;
  }
  if (!/[aeiouy]/.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) {
    return /^[aeo]..$/.test(rest) ? rest : rest.slice(0, -1);
  }
  return rest.length === first && endsShort(rest) ? `${rest}e` : rest;
}

/** Whether the word ends in a short syllable. @param {string} word */
function endsShort(word) {
  return /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$|past$/.test(word);
}

/**
 * Replaces the longest suffix of the table, if it may go.
 * @param {string} word
 * @param {[string, string][]} rules
 * @param {(suffix: string, at: number) => boolean} may
 */
function replaced(word, rules, may) {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (!rule) return word;
  const at = word.length - rule[0].length;
  return may(rule[0], at) ? word.slice(0, at) + rule[1] : word;
}

/** What must stand before some endings. @param {string} word @param {string} suffix @param {number} at */
function mayEnd(word, suffix, at) {
  const before = word[at - 1] ?? "-";
  if (suffix === "ogi") return before === "l";
  return suffix !== "li" || "cdeghkmnrt".includes(before);
}

/** Drops a final e or a second l. @param {string} word @param {number} first @param {number} second */
function lastLetter(word, first, second) {
  const at = word.length - 1;
  const rest = word.slice(0, at);
  if (word.endsWith("e")) {
    return at >= second || (at >= first && !endsShort(rest)) ? rest : word;
  }
  return word.endsWith("ll") && at >= second ? rest : word;
}
