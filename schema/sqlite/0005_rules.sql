-- Menagerie, schema 5: the rule `nimble` has other numbers; a machine that was put up with the old ones keeps
-- them, under the name that these have now.

UPDATE machine SET rule = 'nimble-two-beads' || substr(rule, 7) WHERE rule = 'nimble' OR rule LIKE 'nimble,%';
