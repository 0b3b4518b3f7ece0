// The seats in the order of play, and the teams.

export const SEATS = ["A1", "B1", "A2", "B2"];
export const TEAMS = ["A", "B"];

export const teamOf = ([team]) => team;
export const opponents = (team) => (team === "A" ? "B" : "A");
export const partnerOf = (seat) => SEATS[(SEATS.indexOf(seat) + 2) % 4];
