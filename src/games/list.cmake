# The games, in the order they are offered: the first is the default. A game is its folders (docs/adding-a-game.md) and a
# line here. DEMO: only with -DTIDELOCK_DEMO=ON.
game(solenia)
game(circadians)
game(lanterns DEMO)
