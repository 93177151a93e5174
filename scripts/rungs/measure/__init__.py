"""Everything that is measured on a machine, from the table campaign.csv. The standard library alone."""
