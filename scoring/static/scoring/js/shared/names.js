// Finds out whether names are too alike for two players, and whether a name has a visible character, as
// `scoring.models.names` does.

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cc}\p{Cf}\p{Cs}\u2800]/gu;
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u;

// The characters that keyboards write for an apostrophe, as one: O’Neil and O'Neil are the same name.
const oneApostrophe = (text) => text.replace(/[’‘ʼ´`]/gu, "'");

const spaced = (text) => text.split(/\p{White_Space}+/u).filter(Boolean).join(" ");
const seen = (name) => spaced(name).replace(UNSEEN, "");

// Whether a name has a visible character.
export const isSeen = (name) => SHOWN.test(seen(name));

// JavaScript has no case folding. Converting to capitals and back is close enough; it folds ß too.
const folded = (text) => text.toLowerCase().toUpperCase().toLowerCase();

// The same text for names that are too alike for two players.
export const nameKey = (name) => {
  // Before NFKC, which makes a space and an accent of ´, and after it, which makes an apostrophe and n of ŉ.
  const typed = oneApostrophe(seen(name).normalize("NFC"));
  const parts = oneApostrophe(folded(typed.normalize("NFKC"))).normalize("NFD");
  return spaced(parts.replaceAll("ı", "i").replaceAll("i\u0307", "i")).normalize("NFKC");
};
