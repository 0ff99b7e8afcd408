<?php
namespace ServiceConnector\Testing;

use Automattic\WooCommerce\Utilities\OrderUtil;
use Memory;
use ServiceConnector\Change_Log;
use ServiceConnector\Change_Watch;
use ServiceConnector\Changes_List;
use ServiceConnector\Link;
use ServiceConnector\Logged_Changes;
use const ServiceConnector\VERSION;

require __DIR__ . '/../../testing/cases.php';
require __DIR__ . '/wordpress.php';
require __DIR__ . '/database.php';
require __DIR__ . '/order-util.php';
require __DIR__ . '/../service-connector/includes/load.php';

Logged_Changes::listen();

/** A linked shop whose log begins now, with customers 1 to 3, orders 1 to 30 and products 1 to 30. Returns a position before any change. */
function linked( array $link = array() ): int {
	$database               = new \Test_Database();
	$GLOBALS['wpdb']        = $database;
	OrderUtil::$has_tables  = false;
	Memory::$environment    = 'production';
	Memory::$stored         = array();
	Memory::$options        = array(
		'home'     => 'https://shop.example/',
		Link::LINK => $link + link_of(),
	);
	for ( $id = 1; $id <= 30; $id++ ) {
		$database->query( "INSERT INTO wp_posts VALUES ($id, 'shop_order', 'wc-completed', '2020-01-01 00:00:00')" );
		$database->query( 'INSERT INTO wp_posts VALUES (' . ( 100 + $id ) . ", 'product', 'publish', '2020-01-01 00:00:00')" );
	}
	foreach ( array( 1, 2, 3 ) as $id ) {
		$database->query( "INSERT INTO wp_usermeta VALUES ($id, 'wp_capabilities', 'a:1:{s:8:\"customer\";b:1;}')" );
	}
	Change_Log::ensure( Link::get() );
	$beginning = Change_Log::oldest();
	while ( (int) ( microtime( true ) * 1000 ) <= $beginning ) {
		usleep( 200 );
	}
	return (int) ( microtime( true ) * 1000 );
}

/** @return \WP_REST_Response|\WP_Error */
function ask( array $query, ?string $key = null ) {
	return Changes_List::respond( new \WP_REST_Request( $query, null === $key ? str_repeat( 'l', 64 ) : $key ) );
}

function answer( int $since, string $limit = '' ): array {
	return ask(
		array(
			'since' => (string) $since,
			'limit' => $limit,
		)
	)->data;
}

/** What the log got from a hook. */
function logged( array $call ): string {
	usleep( 3000 );
	$since = (int) ( microtime( true ) * 1000 );
	do_action( ...$call );
	Change_Watch::send();
	$rows = array_map(
		static function ( array $row ) {
			return "$row[record_type] $row[record_id]";
		},
		Change_Log::after( $since, 10 )
	);
	return implode( ', ', $rows );
}

function sql( string $sql ): void {
	$GLOBALS['wpdb']->query( $sql );
}

test(
	'the list has the form that the service reads, and comes uncached',
	static function () {
		$since = linked();
		Change_Log::write( array( array( 'orders', 5 ), array( 'products', 105 ) ) );
		$response = ask( array( 'since' => (string) $since ) );
		$newest   = Change_Log::newest();
		same( array( 'Cache-Control' => 'no-store' ), $response->headers );
		same(
			array(
				'position'       => $newest,
				'oldest'         => Change_Log::oldest(),
				'complete'       => true,
				'has_more'       => false,
				'next'           => $newest,
				'changed'        => array( 'customers' => array(), 'orders' => array( '5' ), 'products' => array( '105' ) ),
				'deleted'        => array( 'customers' => array(), 'orders' => array(), 'products' => array() ),
				'plugin_version' => VERSION,
			),
			$response->data
		);
		$first = ask( array() )->data;
		same( array( $newest, true, array() ), array( $first['position'], $first['complete'], $first['changed']['orders'] ) );
	}
);

test(
	'without the key there is no list, and a copy or an ended link lists nothing',
	static function () {
		linked();
		foreach ( array( '', 'x', str_repeat( '-', 64 ), str_repeat( 'l', 63 ) ) as $key ) {
			same( 401, ask( array(), $key )->status );
		}
		same( 401, ask( array( 'X-Service-Connector-Key' => str_repeat( 'l', 64 ) ), '' )->status );
		foreach ( array( array( 'since' => '-1' ), array( 'since' => array( '1' ) ), array( 'since' => '1 OR 1' ), array( 'limit' => '1.5' ) ) as $query ) {
			same( 400, ask( $query )->status );
		}
		linked( array( 'shop' => 'https://other.example' ) );
		same( 409, ask( array() )->status );
		linked( array( 'has_ended' => true ) );
		same( 401, ask( array() )->status );
		Memory::$options = array();
		same( 401, ask( array() )->status );
		same( 401, ask( array(), str_repeat( '-', 64 ) )->status );
	}
);

test(
	'a record has one row, at its latest change; what the shop does not show any more is deleted, and back when it shows it again',
	static function () {
		foreach ( array( false, true ) as $has_tables ) {
			$since                 = linked();
			OrderUtil::$has_tables = $has_tables;
			sql( "INSERT INTO wp_wc_orders VALUES (7, 'shop_order', 'wc-completed', '2020-01-01 00:00:00')" );
			$states = array( 'trash', 'wc-completed', 'wc-checkout-draft', 'wc-refunded', 'auto-draft' );
			foreach ( $states as $state ) {
				sql( $has_tables ? "UPDATE wp_wc_orders SET status = '$state' WHERE id = 7" : "UPDATE wp_posts SET post_status = '$state' WHERE ID = 7" );
				Change_Log::write( array( array( 'orders', 7 ) ) );
				$answer = answer( $since );
				$is_there = 0 === strpos( $state, 'wc-' ) && 'wc-checkout-draft' !== $state;
				$expected = $is_there ? array( array( '7' ), array() ) : array( array(), array( '7' ) );
				same( array( $state, $expected ), array( $state, array( $answer['changed']['orders'], $answer['deleted']['orders'] ) ) );
			}
		}
		sql( "UPDATE wp_usermeta SET meta_value = 'a:1:{s:6:\"editor\";b:1;}' WHERE user_id = 2" );
		sql( 'DELETE FROM wp_posts WHERE ID = 103' );
		Change_Log::write( array( array( 'customers', 1 ), array( 'customers', 2 ), array( 'customers', 99 ), array( 'products', 103 ), array( 'products', 5 ) ) );
		$answer = answer( $since );
		same( array( array( '1' ), array( '2', '99' ), array( '5', '103' ) ), array( $answer['changed']['customers'], $answer['deleted']['customers'], $answer['deleted']['products'] ) );
	}
);

test(
	'pages follow one another, end between positions, and show each change once',
	static function () {
		$since = linked();
		$ids   = range( 1, 25 );
		Change_Log::write(
			array_map(
				static function ( int $id ) {
					return array( 'orders', $id );
				},
				$ids
			)
		);
		// Two requests wrote at one position.
		sql( "UPDATE wp_service_connector_changes SET position = position + 1 WHERE record_type = 'orders' AND record_id IN (10, 20)" );
		$seen = array();
		$from = $since;
		do {
			$page = answer( $from, '10' );
			same( true, $page['complete'] );
			$seen = array_merge( $seen, $page['changed']['orders'] );
			$from = $page['next'];
		} while ( $page['has_more'] );
		same( array_map( 'strval', $ids ), $seen );
		// More at one position than a page has room for.
		sql( "UPDATE wp_service_connector_changes SET position = " . ( $since + 500 ) . " WHERE record_type = 'orders'" );
		same( array( false, false ), array( answer( $since, '10' )['complete'], answer( $since, '10' )['has_more'] ) );
	}
);

$gaps = array(
	'before the log began'                       => static function ( int $since ): int {
		return Change_Log::oldest() - 1;
	},
	'before the plugin was switched on again'    => static function ( int $since ): int {
		Link::change( array( 'log' => '' ) );
		return $since;
	},
	'before the plugin was updated'              => static function ( int $since ): int {
		Link::change( array( 'log' => '0.0.9' ) );
		return $since;
	},
	'before a backup was restored'               => static function ( int $since ): int {
		$GLOBALS['wpdb']->made = 2000;
		return $since;
	},
	'before a change that could not be written'  => static function ( int $since ): int {
		$GLOBALS['wpdb']->failures = 2;
		Change_Log::write( array( array( 'orders', 1 ) ) );
		return $since;
	},
	'of a log that has lost its beginning'       => static function ( int $since ): int {
		sql( "DELETE FROM wp_service_connector_changes WHERE record_type = ''" );
		sql( "INSERT INTO wp_service_connector_changes VALUES ('', 1, 1000)" );
		return $since;
	},
);
foreach ( $gaps as $where => $lose ) {
	test(
		"a list from a position $where is not complete, and a later one is",
		static function () use ( $where, $lose ) {
			$since = linked();
			usleep( 3000 );
			$from = $lose( $since );
			same( array( false, false, array() ), array( answer( $from )['complete'], answer( $from )['has_more'], answer( $from )['changed']['orders'] ) );
			if ( 'of a log that has lost its beginning' !== $where ) {
				usleep( 3000 );
				same( true, answer( (int) ( microtime( true ) * 1000 ) )['complete'] );
			}
		}
	);
}

test(
	'a change is written at the second try',
	static function () {
		$since                     = linked();
		$GLOBALS['wpdb']->failures = 1;
		Change_Log::write( array( array( 'orders', 1 ) ) );
		same( array( true, array( '1' ) ), array( answer( $since )['complete'], answer( $since )['changed']['orders'] ) );
	}
);

test(
	'a full log drops its oldest rows, and vouches for what is left',
	static function () {
		$since = linked();
		sql( "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100010) INSERT INTO wp_service_connector_changes SELECT 'orders', i, $since + i FROM n" );
		same( array( $since + 10, false ), array( answer( $since )['oldest'], answer( $since )['complete'] ) );
		same( '100000', (string) $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM wp_service_connector_changes WHERE record_type <> ''" ) );
		$answer = answer( $since + 10, '5' );
		same( array( true, '11' ), array( $answer['complete'], $answer['changed']['orders'][0] ) );
	}
);

test(
	'orders and products whose date has changed without a hook are listed, once',
	static function () {
		foreach ( array( false, true ) as $has_tables ) {
			$since                 = linked();
			OrderUtil::$has_tables = $has_tables;
			$now                   = gmdate( 'Y-m-d H:i:s' );
			sql( "INSERT INTO wp_wc_orders VALUES (7, 'shop_order', 'wc-completed', '$now'), (8, 'shop_order_refund', 'wc-completed', '$now')" );
			sql( "UPDATE wp_posts SET post_modified_gmt = '$now' WHERE ID IN (7, 107)" );
			foreach ( array( 1, 2 ) as $time ) {
				same( array( 'customers' => array(), 'orders' => array( '7' ), 'products' => array( '107' ) ), answer( $since )['changed'] );
				same( 2, count( Change_Log::after( $since, 100 ) ) );
			}
		}
		$since = linked();
		$now   = gmdate( 'Y-m-d H:i:s' );
		sql( "WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 11001) INSERT INTO wp_posts SELECT i, 'product', 'publish', '$now' FROM n" );
		same( false, answer( $since )['complete'] );
	}
);

test(
	'every change by a hook is logged at the end of the request, and what records do not show is not',
	static function () {
		linked();
		Memory::$users = array(
			3 => array( 'customer' ),
			4 => array( 'editor' ),
		);
		Memory::$posts = array(
			101 => new \WP_Post( 'product' ),
			102 => new \WP_Post( 'product_variation', 120 ),
			7   => new \WP_Post( 'shop_order' ),
			50  => new \WP_Post( 'page' ),
		);
		$table         = array(
			array( array( 'woocommerce_new_order', 7 ), 'orders 7' ),
			array( array( 'woocommerce_update_order', 7 ), 'orders 7' ),
			array( array( 'woocommerce_trash_order', 7 ), 'orders 7' ),
			array( array( 'woocommerce_untrash_order', 7 ), 'orders 7' ),
			array( array( 'woocommerce_update_order_item', 1, null, 7 ), 'orders 7' ),
			array( array( 'woocommerce_update_order_item', 1, null ), '' ),
			array( array( 'woocommerce_new_product', 101 ), 'products 101' ),
			array( array( 'woocommerce_update_product', 101 ), 'products 101' ),
			array( array( 'woocommerce_updated_product_stock', 102 ), 'products 120' ),
			array( array( 'woocommerce_updated_product_sales', 101 ), 'products 101' ),
			array( array( 'woocommerce_updated_product_price', 99 ), '' ),
			array( array( 'woocommerce_new_customer', 3 ), 'customers 3' ),
			array( array( 'woocommerce_update_customer', 3 ), 'customers 3' ),
			array( array( 'updated_user_meta', 1, 3, 'last_update' ), 'customers 3' ),
			array( array( 'updated_user_meta', 1, 4, 'last_update' ), '' ),
			array( array( 'updated_user_meta', 1, 3, 'session_tokens' ), '' ),
			array( array( 'save_post', 101, Memory::$posts[101] ), 'products 101' ),
			array( array( 'save_post', 102, Memory::$posts[102] ), 'products 120' ),
			array( array( 'save_post', 7, Memory::$posts[7] ), 'orders 7' ),
			array( array( 'save_post', 50, Memory::$posts[50] ), '' ),
			array( array( 'updated_post_meta', 1, 101, '_price' ), 'products 101' ),
			array( array( 'updated_post_meta', 1, 7, '_billing_email' ), 'orders 7' ),
			array( array( 'added_post_meta', 1, 101, '_edit_lock' ), '' ),
			array( array( 'updated_post_meta', 1, 101, 'views' ), '' ),
			array( array( 'updated_post_meta', 1, 50, '_price' ), '' ),
			array( array( 'set_object_terms', 101, array(), array(), 'product_cat' ), 'products 101' ),
			array( array( 'set_object_terms', 101, array(), array(), 'category' ), '' ),
		);
		foreach ( $table as list( $call, $rows ) ) {
			same( array( $call[0], $rows ), array( $call[0], logged( $call ) ) );
		}
	}
);

test(
	'an import of many records does not wait for the end of its request',
	static function () {
		$since = linked();
		for ( $id = 1; $id <= Change_Watch::MAX_COLLECTED; $id++ ) {
			do_action( 'woocommerce_update_order', $id );
		}
		same( 1000, count( Change_Log::after( $since, 2000 ) ) );
	}
);

test(
	'a shop without a link logs nothing, and a shop at another address goes on',
	static function () {
		linked( array( 'has_ended' => true ) );
		same( '', logged( array( 'woocommerce_update_order', 7 ) ) );
		linked( array( 'shop' => 'https://other.example' ) );
		same( 'orders 7', logged( array( 'woocommerce_update_order', 7 ) ) );
	}
);

test(
	'the log of a link that is being made begins before the service reads: every instant before it is complete, and what changes meanwhile is listed',
	static function () {
		linked();
		$link = Link::get();
		unset( Memory::$options[ Link::LINK ] );
		Change_Log::drop_table();
		Memory::$options[ Link::ATTEMPT ] = array( 'key_id' => 1 );
		Change_Log::start();
		Change_Watch::log( 'orders', 7 );
		Change_Watch::send();
		unset( Memory::$options[ Link::ATTEMPT ] );
		Memory::$options[ Link::LINK ] = array( 'log' => VERSION ) + $link;
		$answer                        = answer( 1600000000000 );
		same( array( true, array( '7' ) ), array( $answer['complete'], $answer['changed']['orders'] ) );
	}
);

finish();
