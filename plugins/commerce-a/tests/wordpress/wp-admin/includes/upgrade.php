<?php
function dbDelta( $definition ) {
	$GLOBALS['wpdb']->define( $definition );
}
